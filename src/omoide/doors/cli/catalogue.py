"""Which commands there are, in the order in which `omoide --help` shows them."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Entry:
    """One command: where the help shows it, the module and function behind it, and one line of help."""

    section: str
    name: str
    where: str
    en: str
    ja: str


SECTIONS = {
    "live": ("Living with it", "日々の記憶"),
    "look": ("Looking at it", "記憶を見る"),
    "inner": ("Inner life", "心の動き"),
    "keep": ("Keeping and letting go", "残す・手放す"),
    "move": ("Moving and backups", "引っ越しとバックアップ"),
    "house": ("Keeping house", "手入れ"),
}

COMMANDS = (
    Entry("live", "init", "init:init", "Prepare a home and say how to go on.",
          "置き場所を用意して、次にすることを示す。"),
    Entry("live", "remember", "remember:remember", "Remember something now.", "いま覚える。"),
    Entry("live", "recall", "recall:recall", "What comes to mind.", "思い出す。"),
    Entry("live", "prime", "prime:prime", "All that is brought to mind for a reply.",
          "返事の前に思い浮かべることを見る。"),
    Entry("live", "chat", "chat:chat", "Talk with the persona.", "会話する。"),
    Entry("live", "sleep", "sleep:sleep", "Live the night: fade, link, archive, revive.",
          "夜を過ごす。忘却、関連づけ、保管、復活。"),
    Entry("look", "list", "listing:listing", "List memories, newest first.", "記憶を新しい順に並べる。"),
    Entry("look", "show", "show:show", "Show one memory with all its fields.",
          "記憶を一つ、すべての項目とともに表示する。"),
    Entry("look", "why", "why:why", "Where a memory comes from and how it fades.", "記憶の由来と薄れ方を説明する。"),
    Entry("look", "simulate", "simulate:simulate", "How memories will fade.", "記憶の薄れ方を試算する。"),
    Entry("look", "cost", "cost:cost", "What a year with a model costs.", "モデルを使う一年の費用を見積もる。"),
    Entry("look", "stats", "stats:stats", "How much is remembered, and how well.", "記憶の数と状態。"),
    Entry("inner", "diary", "diary:diary", "The days as the persona tells them.", "日々を日記として読む。"),
    Entry("inner", "episodes", "episodes:episodes", "Days and weeks: list, make and restore them.",
          "日と週のまとめを見る、作る、戻す。"),
    Entry("inner", "mood", "mood:mood", "What the persona feels, and what moves it.",
          "いまの気持ちと、心を動かすもの。"),
    Entry("inner", "goals", "goals:goals", "What the persona aims at.", "目標を見る、立てる、達成する、手放す。"),
    Entry("inner", "questions", "questions:questions", "What the persona would like to know.",
          "気になっていること。"),
    Entry("inner", "dreams", "dreams:dreams", "What the persona understood while it slept.", "夢日記を読む。"),
    Entry("inner", "entities", "entities:entities", "Pages about persons and things; what the night proposes.",
          "人や物事のページと、夜の提案。"),
    Entry("inner", "pages", "pages:pages", "What the persona wrote down: list, show, undo.",
          "書き留めたページを見る、前の版に戻す。"),
    Entry("keep", "protect", "protect:protect", "Never forget a memory.", "記憶を忘れないように保護する。"),
    Entry("keep", "unprotect", "protect:unprotect", "Let a protected memory fade again.", "保護を解く。"),
    Entry("keep", "correct", "correct:correct", "Correct a memory; the old one stays as history.",
          "記憶を訂正する。前の記憶は履歴に残る。"),
    Entry("keep", "forget", "forget:forget", "Delete a memory for good.", "記憶を完全に消す。"),
    Entry("keep", "pause", "pause:pause", "Remember nothing for a while.", "しばらく何も覚えない。"),
    Entry("move", "import chat", "moving:import_chat", "Live through a recorded conversation (JSONL).",
          "会話の記録（JSONL）を取り込む。"),
    Entry("move", "import claude-code", "transcripts:import_claude_code", "Live through transcripts of Claude Code.",
          "Claude Code の会話の記録を取り込む。"),
    Entry("move", "import log", "log_files:import_log", "Live through text logs with USER and AGENT headers.",
          "USER・AGENT 見出しのテキストログを取り込む。"),
    Entry("move", "import json", "json_house:import_json", "Move in from a persona's files (JSON, texts, logs).",
          "人格のファイル（JSON・テキスト・ログ）から引っ越す。"),
    Entry("move", "import old", "moving:import_old", "Move in from the earlier system's database.",
          "以前のデータベースから引っ越す。"),
    Entry("move", "export", "exporting:export", "Take memories out, in the form you name.",
          "記憶を指定した形式で書き出す。"),
    Entry("move", "backup create", "backup:create", "Take a backup now.", "いまバックアップを取る。"),
    Entry("move", "backup list", "backup:show_all", "List the backups.", "バックアップを並べる。"),
    Entry("move", "backup verify", "backup:verify", "Check that a backup is sound.",
          "バックアップが無事か確かめる。"),
    Entry("move", "backup restore", "backup:restore", "Put a backup in place of the present store and pages.",
          "バックアップから元に戻す。"),
    Entry("house", "install claude-code", "install:claude_code", "Let Claude Code remember, through its settings.",
          "Claude Code の設定に組み込んで、会話を覚えさせる。"),
    Entry("house", "uninstall claude-code", "install:remove_claude_code",
          "Take that out of its settings again; memories stay.", "Claude Code の設定から外す。記憶は残る。"),
    Entry("house", "schedule install", "schedule:install", "Let the nights be lived every night.",
          "毎晩、夜を過ごすように予約する。"),
    Entry("house", "schedule show", "schedule:show", "What is scheduled.", "予約の内容。"),
    Entry("house", "schedule remove", "schedule:remove", "Schedule nothing any more.", "予約を取り消す。"),
    Entry("house", "check", "upkeep:check", "Look for damage and for what is growing too large.",
          "破損や肥大を調べる。"),
    Entry("house", "repair", "upkeep:repair", "Restore or salvage a damaged store.", "壊れたデータベースを直す。"),
    Entry("house", "vacuum", "upkeep:vacuum", "Give unused space back to the disk.",
          "使っていない領域をディスクに返す。"),
    Entry("house", "reindex", "upkeep:reindex", "Make missing vectors and rebuild every index.",
          "足りないベクトルを作り、索引を作り直す。"),
    Entry("house", "doctor", "upkeep:doctor", "Say what is set up, what is missing, what to do.",
          "設定と環境を診断する。"),
    Entry("house", "mcp", "mcp:mcp", "Serve this memory to agents over MCP.", "MCP でエージェントに記憶を提供する。"),
    Entry("house", "hook user-prompt-submit", "hook:user_prompt_submit", "For Claude Code: what comes to mind.",
          "Claude Code 用: 思い出す。"),
    Entry("house", "hook session-start", "hook:session_start", "For Claude Code: catch up with what was missed.",
          "Claude Code 用: 取りこぼしを取り込む。"),
    Entry("house", "hook session-end", "hook:session_end", "For Claude Code: remember the session.",
          "Claude Code 用: 会話を覚える。"),
    Entry("house", "hook pre-compact", "hook:pre_compact", "For Claude Code: remember before it is summed up.",
          "Claude Code 用: 要約される前に覚える。"),
    Entry("house", "models list", "models:show_all", "Models for meaning that can be used.",
          "使える埋め込みモデルを並べる。"),
    Entry("house", "models pull", "models:pull", "Download a model.", "モデルをダウンロードする。"),
    Entry("house", "config show", "config:show", "The settings in force.", "いま有効な設定。"),
    Entry("house", "config set", "config:put", "Set one key.", "設定を一つ変える。"),
    Entry("house", "config schema", "config:schema", "The JSON schema of the settings, for editors.",
          "設定の JSON スキーマ。"),
    Entry("house", "config path", "config:path", "Where the settings file is.", "設定ファイルの場所。"),
)  # fmt: skip

GROUPS = {
    "import": ("Bring memories in.", "記憶を取り込む。"),
    "backup": ("Take, check and restore backups.", "バックアップを取る、確かめる、戻す。"),
    "install": ("Let other programs remember.", "ほかのプログラムに組み込む。"),
    "uninstall": ("Take it out of other programs.", "ほかのプログラムから外す。"),
    "schedule": ("Live the nights by cron or the Task Scheduler.", "cron やタスク スケジューラで夜を過ごす。"),
    "hook": ("What Claude Code calls; not for people.", "Claude Code が呼ぶもの（人は使わない）。"),
    "models": ("Models that turn text into meaning.", "意味を捉える埋め込みモデル。"),
    "config": ("Show and change settings.", "設定を見る、変える。"),
}
