"""What a chat log keeps of a tool that was used (R10): one line without a word of the result.

Results go to the model's context. Kept in the log, they would be sent again with every later reply, and what was found
in the past would look as if it had been said today.
"""

from __future__ import annotations

NOTICES: dict[str, tuple[str, str]] = {
    "recall_memories": ("recalled memories", "記憶を思い出しました"),
    "search_memory": ("looked something up in memory", "記憶を調べました"),
    "remember": ("remembered something", "記憶に残しました"),
    "protect": ("protected a memory", "記憶を保護しました"),
    "unprotect": ("released a memory", "記憶の保護を解きました"),
    "forget": ("forgot a memory for good", "記憶を消しました"),
    "why": ("looked where a memory comes from", "記憶の由来を確かめました"),
    "why_page": ("looked where a page comes from", "ページの由来を確かめました"),
    "read_memory_context": ("read a past conversation", "過去の会話を読みました"),
    "sleep_now": ("lived the night", "夜を過ごしました"),
    "status": ("looked at the state of the memory", "記憶の状態を確かめました"),
    "search_past_conversations": ("searched past conversations", "過去の会話を検索しました"),
    "list_entity_memories": ("looked through the list of pages", "ページの一覧を見ました"),
    "read_entity_memory": ("read a page", "ページを読みました"),
    "search_entity_memory": ("searched the pages", "ページを検索しました"),
    "write_entity_memory": ("wrote on a page", "ページに書きました"),
    "edit_core_memory": ("edited the core memory", "コアメモリを編集しました"),
    "edit_notepad": ("edited the notepad", "メモ帳を編集しました"),
    "read_main_memory": ("read the diary", "日記を読みました"),
    "plan_main_memory_edit": ("worked on the diary", "日記の編集に取り組みました"),
    "read_secret_diary": ("read the secret diary", "秘密の日記を読みました"),
    "plan_secret_diary_edit": ("worked on the secret diary", "秘密の日記の編集に取り組みました"),
    "read_memory_file": ("read a page", "ページを読みました"),
    "write_memory_file": ("wrote a page", "ページを書きました"),
    "goals": ("looked after the goals", "目標を整理しました"),
    "questions": ("looked after the questions", "問いを整理しました"),
    "list_entity_proposals": ("looked at what the night proposes", "夜の提案を見ました"),
    "decide_entity_proposal": ("decided on a proposal", "提案について決めました"),
    "report_procedure_outcome": ("reported how a procedure went", "手順の結果を報告しました"),
    "develop_topic": ("followed associations", "連想をたどりました"),
    "search_knowledge_base": ("looked something up in the documents", "資料を調べました"),
}


def notice(tool: str, language: str) -> str:
    en, ja = NOTICES.get(tool, (f"used {tool}", f"{tool} を使いました"))
    return f"🛠 {ja if language == 'ja' else en}"
