"""The tree of settings and its defaults. What formulas use is defined beside the formulas, in domain/."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import tzinfo
from typing import Any, Literal

from omoide.domain.activity_rules import ActivityRules
from omoide.domain.backup_rules import KeepRules
from omoide.domain.consolidation_rules import ConsolidationRules
from omoide.domain.context_rules import ContextRules
from omoide.domain.conversation import ConversationRules
from omoide.domain.cost import PRICES, CostRules, Price
from omoide.domain.dream_rules import DreamRules
from omoide.domain.episode_rules import EpisodeRules
from omoide.domain.graph_rules import GraphRules
from omoide.domain.knowledge_rules import KnowledgeRules
from omoide.domain.learning_rules import LearningRules
from omoide.domain.machine_clock import ClockRules
from omoide.domain.motive_rules import AutonomyRules, GoalRules, MotivationRules
from omoide.domain.passage import PassageRules
from omoide.domain.person import ProfileRules
from omoide.domain.priming_rules import PrimingRules
from omoide.domain.projects import ProjectRules
from omoide.domain.ranking import RecallRules
from omoide.domain.relations import RelationRules
from omoide.domain.resonance import ResonanceRules
from omoide.domain.retention import LevelRules, RetentionRules, StrengtheningRules
from omoide.domain.revival import ArchiveRules
from omoide.domain.shares import ShareRules
from omoide.domain.thread_rules import ThreadRules
from omoide.domain.tier_rules import StorageRules, TierRules
from omoide.domain.topics import TopicRules
from omoide.domain.work_rules import WorkRules
from omoide.language.patterns import UnusablePattern, finder, pattern_in
from omoide.settings.people import PeopleSettings, zone_of

VERSION = 1


def _at_least(least: int, settings: Any, *names: str) -> None:
    for name in names:
        if getattr(settings, name) < least:
            raise ValueError(f"{name} must be at least {least}")


@dataclass(frozen=True, slots=True)
class ProtectionSettings:
    most: int = 50

    def __post_init__(self) -> None:
        _at_least(0, self, "most")


@dataclass(frozen=True, slots=True)
class NightSettings:
    """The local hour it begins, when it counts as missed, and how many texts are asked for at once."""

    hour: int = 3
    missed_after_hours: int = 24
    batch: int = 100

    def __post_init__(self) -> None:
        if not 0 <= self.hour <= 23:
            raise ValueError("hour must lie in 0..23")
        _at_least(1, self, "missed_after_hours", "batch")


@dataclass(frozen=True, slots=True)
class EmbeddingSettings:
    """builtin, onnx:<hub name>, openai:<model> or google:<model>; two with a plus between them work as one. A service
    gets so many texts at once, and a rest of so many seconds between two batches (R15)."""

    model: str = "builtin"
    dimensions: int = 0
    batch: int = 64
    cache: int = 500
    service_batch: int = 20
    service_pause: float = 2.0

    def __post_init__(self) -> None:
        _at_least(1, self, "batch", "service_batch")
        _at_least(0, self, "cache", "dimensions", "service_pause")


@dataclass(frozen=True, slots=True)
class ModelSettings:
    """Which model does what, as provider:model; empty means the offline mind (X7). `nli` is the one that judges whether
    a text follows from another (K1), as `mdeberta` or the name of a hub model; empty means none. A limit of 0 means
    none."""

    analysis: str = ""
    summary: str = ""
    light: str = ""
    reply: str = ""
    nli: str = ""
    temperature: float = 0.0
    max_tokens: int = 1024
    summary_max_tokens: int = 4096
    reply_temperature: float = 0.7
    reply_max_tokens: int = 2048
    timeout_seconds: float = 60.0
    retries: int = 3
    concurrency: int = 4
    max_calls: int = 0
    max_dollars: float = 0.0
    calls_per_minute: float = 0.0

    def __post_init__(self) -> None:
        for name in ("temperature", "reply_temperature"):
            if not 0 <= getattr(self, name) <= 2:
                raise ValueError(f"{name} must lie in 0..2")
        _at_least(1, self, "max_tokens", "summary_max_tokens", "reply_max_tokens", "concurrency", "timeout_seconds")
        _at_least(0, self, "retries", "max_calls", "max_dollars", "calls_per_minute")


@dataclass(frozen=True, slots=True)
class SearchSettings:
    """Above so many memories of one person, search by meaning is approximate (needs the extra `scale`)."""

    approximate_above: int = 100_000
    refresh_after: int = 1_000

    def __post_init__(self) -> None:
        _at_least(0, self, "approximate_above")
        _at_least(1, self, "refresh_after")


@dataclass(frozen=True, slots=True)
class DatabaseSettings:
    """Where rows are kept: empty for a file in the home, else the address of a PostgreSQL database (X2)."""

    url: str = ""


@dataclass(frozen=True, slots=True)
class GraphServerSettings:
    """Where the graph of what belongs together is kept, as bolt://name:password@HOST:7687/DATABASE, or bolt+s:// with
    TLS; empty means beside the other rows (G3, X2)."""

    url: str = ""


@dataclass(frozen=True, slots=True)
class RedisSettings:
    """Where the fast tier is copied to, as redis://HOST:6379/0 or rediss:// with TLS; empty means nowhere: rows answer.
    Copies expire long after their rows have moved on, since no expiry moves anything (S1)."""

    url: str = ""
    prefix: str = "omoide"
    ttl_hours: int = 72

    def __post_init__(self) -> None:
        _at_least(1, self, "ttl_hours")


@dataclass(frozen=True, slots=True)
class PrivacySettings:
    """What is never remembered (N2): words, /regular expressions/, and the origins (projects) of conversations."""

    never: tuple[str, ...] = ()
    never_from: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        """A rule that cannot be tried is told at once: ignored, it would let through what it was to forbid."""
        for rule, pattern in ((rule, pattern_in(rule)) for rule in self.never):
            if pattern is None:
                continue
            try:
                finder(pattern)
            except UnusablePattern as error:
                en, ja = error.args
                raise UnusablePattern(
                    f"never has {rule}, which cannot be used: {en}", f"{rule} は使えません。{ja}"
                ) from error


@dataclass(frozen=True, slots=True)
class BackupSettings:
    """Every so many days (0: never), more often where rows are on a server. So many of the newest are kept, and the
    newest of each of so many days, weeks and months. They lie in a folder of the home or elsewhere, or in an object
    store (`url`), and are sealed when a key is named, here or in OMOIDE_BACKUP_KEY."""

    every_days: int = 7
    every_days_on_server: int = 1
    keep: int = 8
    keep_daily: int = 0
    keep_weekly: int = 0
    keep_monthly: int = 0
    folder: str = ""
    url: str = ""
    key_file: str = ""

    def __post_init__(self) -> None:
        _at_least(0, self, "every_days", "every_days_on_server", "keep_daily", "keep_weekly", "keep_monthly")
        _at_least(1, self, "keep")
        if self.folder and self.url:
            raise ValueError("url and folder cannot both be set: backups lie in one place")
        if self.url and not self.url.startswith(("s3://", "http://", "https://")):
            raise ValueError("url must begin with s3://")

    @property
    def kept(self) -> KeepRules:
        return KeepRules(self.keep, self.keep_daily, self.keep_weekly, self.keep_monthly)


@dataclass(frozen=True, slots=True)
class UpkeepSettings:
    """From how many memories or bytes on `check` gives advice (O5)."""

    large_bytes: int = 1_000_000_000
    auto_delete_advised: int = 36_500
    auto_delete_urged: int = 110_000
    backups_urged: int = 150_000

    def __post_init__(self) -> None:
        _at_least(0, self, "large_bytes", "auto_delete_advised", "auto_delete_urged", "backups_urged")


@dataclass(frozen=True, slots=True)
class SessionSettings:
    """How long a silence ends a session, how often the heart beats (W6), how long notes and running summaries are, how
    old a turn may be to be noted at all, and how many resolved matters are kept in view for how many days (W7, L4)."""

    idle_minutes: int = 10
    heartbeat_minutes: int = 30
    note_characters: int = 600
    summary_characters: int = 1200
    note_hours: int = 24
    resolved_kept: int = 20
    resolved_days: int = 14

    def __post_init__(self) -> None:
        _at_least(1, self, "idle_minutes", "note_hours", "resolved_days")
        _at_least(100, self, "note_characters", "summary_characters")
        _at_least(0, self, "resolved_kept")
        if not 1 <= self.heartbeat_minutes <= 60:
            raise ValueError("heartbeat_minutes must lie in 1..60")


@dataclass(frozen=True, slots=True)
class JournalSettings:
    """After how many seconds or characters a reply that streams is on disk (J1)."""

    seconds: float = 1.0
    characters: int = 500

    def __post_init__(self) -> None:
        if not 0.05 <= self.seconds <= 60:
            raise ValueError("seconds must lie in 0.05..60")
        _at_least(1, self, "characters")


@dataclass(frozen=True, slots=True)
class PageSettings:
    """How long a page may be, and how many earlier versions of it are kept (T1, T4)."""

    most_characters: int = 100_000
    versions: int = 20

    def __post_init__(self) -> None:
        _at_least(1, self, "most_characters", "versions")


@dataclass(frozen=True, slots=True)
class HookSettings:
    """What a prompt may wait for, how much a start of a session catches up with, and when a session counts as over."""

    deadline_ms: int = 400
    sweep_files: int = 100
    sweep_seconds: int = 300
    quiet_minutes: int = 60

    def __post_init__(self) -> None:
        _at_least(1, self, "deadline_ms", "sweep_files", "sweep_seconds", "quiet_minutes")


@dataclass(frozen=True, slots=True)
class HttpSettings:
    """What one client may ask of the server: how large a body, how many requests a second (0: no limit) and how many at
    once, and how many event streams are open in all."""

    most_body_bytes: int = 1_000_000
    requests_per_second: float = 100.0
    burst: int = 400
    most_streams: int = 100

    def __post_init__(self) -> None:
        _at_least(1_000, self, "most_body_bytes")
        _at_least(0, self, "requests_per_second")
        _at_least(1, self, "burst", "most_streams")


@dataclass(frozen=True, slots=True)
class ProxySettings:
    """Where the memory proxy forwards chats to, the variables that hold the keys for it, and whether a client's own key
    goes along instead; how long a chat waits for its memory and for the other side; whether the user that a request
    names is the person; and how large a request may be."""

    openai_url: str = "https://api.openai.com/v1"
    openai_key_env: str = "OPENAI_API_KEY"
    anthropic_url: str = "https://api.anthropic.com"
    anthropic_key_env: str = "ANTHROPIC_API_KEY"
    pass_keys: bool = False
    patience_seconds: float = 3.0
    timeout_seconds: float = 600.0
    person_from_user: bool = True
    most_body_bytes: int = 20_000_000

    def __post_init__(self) -> None:
        for name in ("openai_url", "anthropic_url"):
            if not getattr(self, name).startswith(("http://", "https://")):
                raise ValueError(f"{name} must begin with http:// or https://")
        if not 0.01 <= self.patience_seconds <= 60:
            raise ValueError("patience_seconds must lie in 0.01..60")
        _at_least(1, self, "timeout_seconds")
        _at_least(1_000, self, "most_body_bytes")


@dataclass(frozen=True, slots=True)
class Settings:
    version: int = VERSION
    language: Literal["auto", "ja", "en"] = "auto"
    timezone: str = ""
    retention: RetentionRules = field(default_factory=RetentionRules)
    strengthening: StrengtheningRules = field(default_factory=StrengtheningRules)
    levels: LevelRules = field(default_factory=LevelRules)
    shares: ShareRules = field(default_factory=ShareRules)
    archive: ArchiveRules = field(default_factory=ArchiveRules)
    resonance: ResonanceRules = field(default_factory=ResonanceRules)
    recall: RecallRules = field(default_factory=RecallRules)
    projects: ProjectRules = field(default_factory=ProjectRules)
    relations: RelationRules = field(default_factory=RelationRules)
    protection: ProtectionSettings = field(default_factory=ProtectionSettings)
    night: NightSettings = field(default_factory=NightSettings)
    clock: ClockRules = field(default_factory=ClockRules)
    embedding: EmbeddingSettings = field(default_factory=EmbeddingSettings)
    models: ModelSettings = field(default_factory=ModelSettings)
    search: SearchSettings = field(default_factory=SearchSettings)
    database: DatabaseSettings = field(default_factory=DatabaseSettings)
    redis: RedisSettings = field(default_factory=RedisSettings)
    graph_server: GraphServerSettings = field(default_factory=GraphServerSettings)
    work: WorkRules = field(default_factory=WorkRules)
    privacy: PrivacySettings = field(default_factory=PrivacySettings)
    backup: BackupSettings = field(default_factory=BackupSettings)
    upkeep: UpkeepSettings = field(default_factory=UpkeepSettings)
    session: SessionSettings = field(default_factory=SessionSettings)
    threads: ThreadRules = field(default_factory=ThreadRules)
    tiers: TierRules = field(default_factory=TierRules)
    storage: StorageRules = field(default_factory=StorageRules)
    activity: ActivityRules = field(default_factory=ActivityRules)
    journal: JournalSettings = field(default_factory=JournalSettings)
    conversation: ConversationRules = field(default_factory=ConversationRules)
    context: ContextRules = field(default_factory=ContextRules)
    priming: PrimingRules = field(default_factory=PrimingRules)
    profiles: ProfileRules = field(default_factory=ProfileRules)
    episodes: EpisodeRules = field(default_factory=EpisodeRules)
    passages: PassageRules = field(default_factory=PassageRules)
    knowledge: KnowledgeRules = field(default_factory=KnowledgeRules)
    learning: LearningRules = field(default_factory=LearningRules)
    consolidation: ConsolidationRules = field(default_factory=ConsolidationRules)
    topics: TopicRules = field(default_factory=TopicRules)
    graph: GraphRules = field(default_factory=GraphRules)
    pages: PageSettings = field(default_factory=PageSettings)
    hooks: HookSettings = field(default_factory=HookSettings)
    http: HttpSettings = field(default_factory=HttpSettings)
    proxy: ProxySettings = field(default_factory=ProxySettings)
    motivation: MotivationRules = field(default_factory=MotivationRules)
    goals: GoalRules = field(default_factory=GoalRules)
    autonomy: AutonomyRules = field(default_factory=AutonomyRules)
    dream: DreamRules = field(default_factory=DreamRules)
    cost: CostRules = field(default_factory=CostRules)
    prices: dict[str, Price] = field(default_factory=lambda: dict(PRICES))
    people: PeopleSettings = field(default_factory=PeopleSettings)

    def __post_init__(self) -> None:
        if self.version < 1:
            raise ValueError("version must be at least 1")
        zone_of(self.timezone)

    @property
    def backup_days(self) -> int:
        """How often a backup is due where rows are kept now (O1)."""
        return self.backup.every_days_on_server if self.database.url else self.backup.every_days

    def home_shares(self, bound: bool) -> bool:
        """Whether every persona may know what a person told any of them (N7). `bound`: a token for one of them asks."""
        if self.people.share == "auto":
            return not (bound or self.database.url)
        return self.people.share == "home"

    def zone(self, person: str) -> tzinfo | None:
        """The zone set for a person; None means: the clock that each time brings along."""
        own = self.people.named.get(person)
        return zone_of((own.timezone if own else "") or self.timezone)
