// What every page shares: selects that act at once, questions before what cannot be undone, search while typing.
document.documentElement.classList.add("script");

// Where the pages stand in a row that is wider than the screen, the present one is in view.
const here = document.querySelector(".top nav [aria-current]");
const row = here?.closest("nav");
if (row) row.scrollLeft = here.offsetLeft - row.offsetLeft - row.clientWidth / 2 + here.offsetWidth / 2;

for (const field of document.querySelectorAll("[data-submit]")) {
  field.addEventListener("change", () => field.form.requestSubmit());
}

document.addEventListener("submit", (event) => {
  const question = event.target.dataset.confirm;
  if (question && !window.confirm(question)) event.preventDefault();
});

const search = document.querySelector("[data-found]");
if (search) searchAsTyped(search, document.getElementById(search.getAttribute("aria-controls")));

function searchAsTyped(field, place) {
  let pause = 0;
  let asked = null;
  field.addEventListener("input", () => {
    clearTimeout(pause);
    pause = setTimeout(look, 150);
  });

  async function look() {
    asked?.abort(); // only the newest answer counts
    asked = new AbortController();
    const cue = field.value.trim();
    history.replaceState(null, "", cue ? `?q=${encodeURIComponent(cue)}` : location.pathname);
    if (!cue) return place.replaceChildren();
    try {
      const answer = await fetch(`${field.dataset.found}?q=${encodeURIComponent(cue)}`, { signal: asked.signal });
      if (!answer.ok) return;
      const made = new DOMParser().parseFromString(await answer.text(), "text/html");
      place.replaceChildren(...made.body.childNodes);
    } catch (error) {
      if (error.name !== "AbortError") throw error;
    }
  }

  document.addEventListener("keydown", (event) => {
    if (event.key === "/" && !event.target.closest("input, textarea, select")) {
      event.preventDefault();
      field.focus();
    }
  });
}
