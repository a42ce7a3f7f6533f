// A night that is being lived: how far it has come. The server tells until it is over; then the page is drawn anew.
const place = document.querySelector("[data-run]");
if (place?.dataset.run) {
  const names = JSON.parse(place.dataset.steps);
  const told = new EventSource(`/v1/sleep/${encodeURIComponent(place.dataset.run)}/events`);
  const heard = (event) => {
    const run = JSON.parse(event.data);
    const bar = document.getElementById("progress");
    bar.max = run.total || 1;
    bar.value = run.done;
    document.getElementById("step").textContent = names[run.step] || run.step;
    if (run.state === "running") return;
    told.close();
    if (run.state !== "failed") return location.replace("/sleep");
    const line = document.getElementById("failed");
    line.textContent = run.error || place.dataset.bug;
    line.hidden = false;
    for (const button of place.querySelectorAll("button:disabled")) button.disabled = false;
  };
  told.addEventListener("progress", heard);
  told.addEventListener("over", heard);
  told.onerror = () => told.readyState === EventSource.CLOSED && location.replace("/sleep");
}
