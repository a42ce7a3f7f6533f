// Talk: the reply as it comes, and beside it what came to mind. Every text is put in as text, never as markup.
const form = document.getElementById("say");
const talk = document.getElementById("talk");
const brought = document.getElementById("brought");
const message = document.getElementById("message");
talk.scrollTop = talk.scrollHeight;

message.addEventListener("keydown", (event) => {
  if (event.key === "Enter" && !event.shiftKey && !event.isComposing) {
    event.preventDefault();
    form.requestSubmit();
  }
});

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const text = message.value.trim();
  if (!text) return;
  const sent = new FormData(form);
  talk.querySelector(".empty")?.remove();
  line("you", text);
  const reply = line("it waiting", "");
  lock(true);
  message.value = "";
  try {
    await listen(await fetch(form.action, { method: "POST", body: sent }), reply);
  } catch (error) {
    reply.replaceWith(made("p", "problem", String(error.message)));
  } finally {
    reply.classList.remove("waiting");
    if (!reply.textContent) reply.remove();
    lock(false);
    message.focus();
  }
});

// What was said elsewhere, or by the persona itself, which may speak first.
const LOOK_EVERY = 15_000;
setInterval(async () => {
  if (document.hidden || message.disabled) return;
  const answer = await fetch(`/chat/new?since=${encodeURIComponent(talk.dataset.since)}`).catch(() => null);
  if (!answer?.ok || message.disabled) return;
  for (const { said, replied, time } of await answer.json()) {
    if (said.trim()) line("you", said);
    if (replied.trim()) line("it", replied);
    talk.dataset.since = time;
  }
}, LOOK_EVERY);

async function listen(answer, reply) {
  if (!answer.ok) {
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    throw new Error(page.querySelector(".problem")?.textContent || answer.statusText);
  }
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    const lines = (rest + value).split("\n");
    rest = lines.pop();
    for (const one of lines) heard(JSON.parse(one), reply);
  }
}

function heard({ kind, value }, reply) {
  if (kind === "brought") show(value);
  if (kind === "piece") reply.append(value);
  if (kind === "alone") reply.after(made("p", "notice small", value));
  if (kind === "end" && value) talk.dataset.since = value;
  if (kind === "problem") reply.after(made("p", "problem", value));
  talk.scrollTop = talk.scrollHeight;
}

function show({ sections, tokens, total, left_out: left }) {
  const whole = brought.dataset.tokens.replace("{n}", tokens.toLocaleString()).replace("{m}", total.toLocaleString());
  const parts = [made("p", "small soft", whole), bar(tokens / total, "accent")];
  for (const section of sections) {
    const part = made("details", "brought", "");
    const head = made("summary", "", "");
    head.append(made("strong", "", section.name), made("span", "soft", `${section.tokens} / ${section.budget}`));
    head.append(bar(section.tokens / (section.budget || section.tokens), ""), made("span", "small soft", section.why));
    part.append(head, made("pre", "", section.text));
    parts.push(part);
  }
  if (left.length) {
    const gone = made("details", "brought", "");
    gone.append(made("summary", "", `${brought.dataset.left}: ${left.length}`), made("pre", "", left.join("\n")));
    parts.push(gone);
  }
  brought.replaceChildren(...parts);
}

function line(kind, text) {
  const one = made("p", kind, text);
  talk.append(one);
  talk.scrollTop = talk.scrollHeight;
  return one;
}

function made(name, kind, text) {
  const element = document.createElement(name);
  element.className = kind;
  element.textContent = text;
  return element;
}

function bar(share, kind) {
  const space = "http://www.w3.org/2000/svg";
  const svg = document.createElementNS(space, "svg");
  svg.setAttribute("class", `bar ${kind}`);
  svg.setAttribute("viewBox", "0 0 100 6");
  svg.setAttribute("preserveAspectRatio", "none");
  svg.setAttribute("aria-hidden", "true");
  for (const [name, width] of [["bed", 100], ["fill", Math.min(share, 1) * 100]]) {
    const rect = document.createElementNS(space, "rect");
    rect.setAttribute("class", name);
    rect.setAttribute("width", width);
    rect.setAttribute("height", 6);
    svg.append(rect);
  }
  return svg;
}

function lock(busy) {
  message.disabled = busy;
  form.querySelector("button").disabled = busy;
}
