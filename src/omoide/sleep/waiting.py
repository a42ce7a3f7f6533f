"""What to say of work that no mind could do now."""

from omoide.errors import because as because
from omoide.errors import put_off as put_off
