// All memories on one canvas. The numbers come once; every later day is arithmetic, as `simulate` does it on the server.
const form = document.querySelector("[data-forgetting]");
if (form) await start(form.dataset);

async function start(words) {
  const canvas = document.getElementById("cloud");
  const slider = document.getElementById("ahead");
  const held = unpack(await (await fetch("/forgetting/cloud")).arrayBuffer());
  const rules = [Number(words.full), Number(words.summary), Number(words.trace)];
  const today = project(held, 0, rules);
  const most = held.lived.reduce((a, b) => Math.max(a, b), 1) + 365;
  const place = { x: new Float32Array(held.n), y: new Float32Array(held.n) };
  let drawn = 0;

  function draw() {
    drawn = 0;
    const day = Number(slider.value);
    const then = day ? project(held, day, rules) : today;
    paint(canvas, held, then, day, most, place, words, rules);
    document.getElementById("when").textContent = day ? words.ahead.replace("{d}", day) : words.now;
    for (const cell of document.querySelectorAll("[data-level]")) {
      cell.textContent = then.counts[cell.dataset.level].toLocaleString();
    }
    const fallen = [0, 0, 0, 0, 0];
    for (let i = 0; i < held.n; i++) if (then.level[i] > today.level[i]) fallen[then.level[i]]++;
    for (const cell of document.querySelectorAll("[data-fallen]")) {
      cell.textContent = fallen[cell.dataset.fallen].toLocaleString();
    }
    canvas.dataset.drawn = held.n; // tells whoever watches that it is there
  }
  const soon = () => { drawn ||= requestAnimationFrame(draw); };
  slider.addEventListener("input", soon);
  new ResizeObserver(soon).observe(canvas);
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", soon);
  draw();
  pointAt(canvas, held, place);
  fadesNext(document.getElementById("next"));
  document.getElementById("play").addEventListener("click", () => play(slider, soon));
}

// As forgetting.py packs it: a count, then the columns, the widest first.
function unpack(buffer) {
  const n = new Uint32Array(buffer, 0, 1)[0];
  let at = 8;
  const take = (Type) => {
    const column = new Type(buffer, at, n);
    at += n * Type.BYTES_PER_ELEMENT;
    return column;
  };
  return {
    n, intensity: take(Float64Array), coefficient: take(Float64Array), age: take(Float64Array),
    lived: take(Float32Array), row: take(Uint32Array), marks: take(Uint8Array), family: take(Uint8Array),
    recalls: take(Uint8Array),
  };
}

// Retention and level of each after so many days without a recall. The archive rests, what is protected stays; today is
// as it is: what was felt since the last night has not fallen yet.
function project(held, day, [full, summary, trace]) {
  const score = new Float64Array(held.n);
  const level = new Uint8Array(held.n);
  const counts = [0, 0, 0, 0, 0];
  for (let i = 0; i < held.n; i++) {
    const archived = held.marks[i] & 8;
    const safe = held.marks[i] & 16;
    const s = held.intensity[i] * held.coefficient[i] ** (held.age[i] + (archived || safe ? 0 : day));
    score[i] = s;
    const called = s > full ? 1 : s > summary ? 2 : s > trace ? 3 : 4;
    level[i] = safe ? 1 : archived ? 4 : day ? Math.max(called, held.marks[i] & 7) : held.marks[i] & 7;
    counts[level[i]]++;
  }
  return { score, level, counts };
}

function paint(canvas, held, then, day, most, place, words, rules) {
  const ratio = window.devicePixelRatio || 1;
  const wide = canvas.clientWidth;
  const high = canvas.clientHeight;
  canvas.width = wide * ratio;
  canvas.height = high * ratio;
  const pen = canvas.getContext("2d");
  pen.scale(ratio, ratio);
  const edge = { left: 38, right: 14, top: 14, bottom: 30 };
  const across = (days) => edge.left + Math.sqrt(days / most) * (wide - edge.left - edge.right);
  const down = (score) => edge.top + (1 - Math.sqrt(Math.min(score, 100) / 100)) * (high - edge.top - edge.bottom);
  axes(pen, canvas, wide, high, edge, across, down, most, words, rules);
  for (let i = 0; i < held.n; i++) {
    place.x[i] = across(held.lived[i] + day);
    place.y[i] = down(then.score[i]);
  }
  const larger = held.n < 500 ? 1.7 : held.n < 5000 ? 1.3 : 1;
  for (const [family, colour] of colours().entries()) {
    for (const archived of [true, false]) {
      pen.globalAlpha = archived ? 0.28 : 0.8;
      stamp(pen, held, then, place, family, archived, colour, larger, ratio);
    }
  }
}

// All points of one colour in one pass. Of very many, those that never came back are squares: nobody sees the corners, and
// they are drawn in a fraction of the time.
function stamp(pen, held, then, place, family, archived, colour, larger, ratio) {
  const sprites = [1.9, 2.9, 4.2, 6].map((size) => sprite(colour, size * larger, ratio));
  pen.fillStyle = colour;
  for (let i = 0; i < held.n; i++) {
    if (held.family[i] !== family || (then.level[i] === 4) !== archived) continue;
    const size = held.recalls[i] === 0 ? 0 : held.recalls[i] < 3 ? 1 : held.recalls[i] < 8 ? 2 : 3;
    if (size === 0 && larger === 1) {
      pen.fillRect(place.x[i] - 1.5, place.y[i] - 1.5, 3, 3);
    } else {
      const half = sprites[size].width / ratio / 2;
      pen.drawImage(sprites[size], place.x[i] - half, place.y[i] - half, half * 2, half * 2);
    }
  }
}

function axes(pen, canvas, wide, high, edge, across, down, most, words, rules) {
  const ink = getComputedStyle(canvas).color;
  pen.font = "12px system-ui, sans-serif";
  pen.fillStyle = pen.strokeStyle = ink;
  pen.lineWidth = 1;
  for (const bound of [100, ...rules, 0]) {
    pen.globalAlpha = 0.25;
    pen.beginPath();
    pen.setLineDash(bound ? [3, 4] : []);
    pen.moveTo(edge.left, down(bound));
    pen.lineTo(wide - edge.right, down(bound));
    pen.stroke();
    pen.globalAlpha = 1;
    pen.textAlign = "right";
    if (bound) pen.fillText(bound, edge.left - 8, down(bound) + 4);
  }
  pen.setLineDash([]);
  pen.textAlign = "center";
  for (const day of [1, 7, 30, 90, 180, 365, 730, 1095, 1825]) {
    if (day < most && across(day) < wide - 60) pen.fillText(day, across(day), high - 10);
  }
  pen.textAlign = "right";
  pen.fillText(words.age, wide - edge.right, high - 10);
}

// In the order in which the server numbers families of emotions; read from the legend, which knows light and dark.
function colours() {
  return [...document.querySelectorAll(".families .swatch")].map((swatch) => getComputedStyle(swatch).backgroundColor);
}

function sprite(colour, size, ratio) {
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = Math.ceil((size * 2 + 2) * ratio);
  const pen = canvas.getContext("2d");
  pen.fillStyle = colour;
  pen.beginPath();
  pen.arc(canvas.width / 2, canvas.width / 2, size * ratio, 0, 2 * Math.PI);
  pen.fill();
  return canvas;
}

async function fadesNext(list) {
  const answer = await fetch("/forgetting/soon");
  const made = new DOMParser().parseFromString(answer.ok ? await answer.text() : "", "text/html");
  list.replaceChildren(...made.body.childNodes);
  list.removeAttribute("aria-busy");
}

function pointAt(canvas, held, place) {
  const tip = document.getElementById("tip");
  const known = new Map();
  const nearest = (event) => {
    const box = canvas.getBoundingClientRect();
    let best = -1;
    let least = 12 ** 2;
    for (let i = 0; i < held.n; i++) {
      const far = (place.x[i] - (event.clientX - box.left)) ** 2 + (place.y[i] - (event.clientY - box.top)) ** 2;
      if (far < least) [best, least] = [i, far];
    }
    return best;
  };
  const ask = async (row) => {
    if (!known.has(row)) known.set(row, fetch(`/forgetting/${row}`).then((answer) => (answer.ok ? answer.json() : null)));
    return known.get(row);
  };
  let last = -1;
  canvas.addEventListener("pointermove", async (event) => {
    const one = nearest(event);
    if (one === last) return;
    last = one;
    tip.hidden = true;
    const told = one < 0 ? null : await ask(held.row[one]);
    if (!told || one !== last) return;
    tip.textContent = [told.text, told.when, told.emotion].filter(Boolean).join(" · ");
    tip.hidden = false;
    const left = Math.min(place.x[one] + 12, canvas.clientWidth - tip.offsetWidth - 8);
    const over = place.y[one] > canvas.clientHeight / 2 ? place.y[one] - tip.offsetHeight - 10 : place.y[one] + 12;
    tip.style.transform = `translate(${Math.max(left, 4)}px, ${over}px)`;
  });
  canvas.addEventListener("pointerleave", () => { tip.hidden = true; last = -1; });
  canvas.addEventListener("click", async (event) => {
    const one = nearest(event);
    const told = one < 0 ? null : await ask(held.row[one]);
    if (told) location.assign(`/memories/${told.id}`);
  });
}

function play(slider, soon) {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) {
    slider.value = slider.max;
    return soon();
  }
  const began = performance.now();
  const from = Number(slider.value) >= Number(slider.max) ? 0 : Number(slider.value);
  const tick = (now) => {
    slider.value = Math.min(from + ((now - began) / 8000) * 365, 365);
    soon();
    if (Number(slider.value) < 365) requestAnimationFrame(tick);
  };
  requestAnimationFrame(tick);
}
