"""Writing down for good what must be answered for (L5). Call it inside the transaction of what it tells about."""

from __future__ import annotations

import uuid

from omoide.domain.audit import AuditAction, Audited, hashed
from omoide.ports import Faculties


def audit(faculties: Faculties, action: AuditAction, subject: str = "", detail: str = "") -> Audited:
    scope = faculties.scope
    line = Audited(
        uuid.uuid4().hex, faculties.clock.now(), action, scope.persona, hashed(scope.person), subject, detail
    )
    faculties.store.audit.add(line)
    return line
