// Plays on a <carom-table>, and reports what it tells.

const table = document.getElementById("table");
const told = [];
const send = (report) => fetch("/report", { method: "POST", body: JSON.stringify(report) });

table.addEventListener("change", ({ detail }) => {
    told.push(detail.what);
    if (detail.what === "ready") {
        table.aim({ speed: 1.5, direction: 67.51, nonsense: 3 });
        table.shoot();
    }
});
table.addEventListener("shot", ({ detail }) => send({ told, detail }));
setTimeout(() => send({ told, error: table.textContent }), 20_000);
await import("../../../build/npm/element.js");
