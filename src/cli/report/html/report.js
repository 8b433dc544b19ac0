"use strict";
// Steps through the game on one large board. Everything it says is on the page already.
(() => {
  const id = (name) => document.getElementById(name);
  const { boards, from, fan, spots } = JSON.parse(id("data").textContent);
  const last = boards.length - 1;
  const rows = boards.map((_, plies) => id(`m${plies}`));
  const stops = [...document.querySelectorAll("#curve .stops path")];
  const stores = [[630, 112], [50, 112]];
  const LAP = 11;
  const PITS = 12;
  // What is beneath a row is for pages without scripts, and costs nothing while it is text.
  const boxes = rows.map((row) => row.nextElementSibling.querySelector("noscript"));
  const isCalm = matchMedia("(prefers-reduced-motion: reduce)");
  let current = -1;
  let timer = 0;

  const use = (name, [x, y]) => `<use href="#${name}" x="${x}" y="${y}"/>`;
  const at = (pit) => [spots[pit].x, spots[pit].y];

  // Numbers only come here, so that nothing of a record is ever read as markup.
  function draw(board, marks) {
    let pieces = "";
    for (let pit = 0; pit < PITS; pit++) {
      if (board[pit] > 0) pieces += use(`p${board[pit]}`, at(pit));
      if (marks[pit]) pieces += use(marks[pit], at(pit));
    }
    pieces += use(`s${board[PITS]}`, stores[0]) + use(`s${board[PITS + 1]}`, stores[1]);
    id("pieces").innerHTML = pieces;
  }

  // The boards on the way of a move: seed by seed, then pit by pit as they are taken.
  function frames(plies) {
    const origin = from[plies];
    if (origin === null || plies === 0) return [{ board: boards[plies], marks: {} }];
    const after = boards[plies];
    const board = boards[fan ? 0 : plies - 1].slice();
    const seeds = board[origin];
    const marks = { [origin]: "o" };
    const added = {};
    const all = [];
    const keep = (pause) => all.push({ board: board.slice(), marks: { ...marks }, pause });
    board[origin] = 0;
    keep(220);
    for (let seed = 0; seed < seeds; seed++) {
      const pit = (origin + 1 + (seed % LAP)) % PITS;
      board[pit] += 1;
      added[pit] = (added[pit] || 0) + 1;
      marks[pit] = `a${added[pit]}`;
      keep(Math.min(170, 2200 / seeds));
    }
    const store = PITS + (origin < 6 ? 0 : 1);
    const taken = (pit) => board[pit] - after[pit];
    for (let step = 0; step < PITS; step++) {
      // Captures run back from the last seed.
      const pit = (origin + 1 + ((seeds - 1) % LAP) - step + 2 * PITS) % PITS;
      const count = taken(pit);
      if (count <= 0) continue;
      board[pit] = after[pit];
      board[store] += count;
      marks[pit] = `k${count}`;
      keep(320);
    }
    all.push({ board: after, marks: { ...marks }, pause: 0 });
    return all;
  }

  function sow(plies) {
    clearTimeout(timer);
    const all = frames(plies);
    const end = all[all.length - 1];
    const finish = () => {
      draw(end.board, end.marks);
      id("view").dataset.still = plies;
    };
    if (isCalm.matches) return finish();
    delete id("view").dataset.still;
    const show = (index) => {
      if (index >= all.length - 1) return finish();
      draw(all[index].board, all[index].marks);
      timer = setTimeout(show, all[index].pause, index + 1);
    };
    show(0);
  }

  function tell(plies) {
    const below = document.createElement("template");
    below.innerHTML = boxes[plies].textContent;
    const label = below.content.querySelector("svg").getAttribute("aria-label");
    id("view").setAttribute("aria-label", label);
    const words = below.content.querySelector(".words");
    const notes = rows[plies].querySelector(".notes");
    if (notes && notes.textContent.trim()) {
      const said = document.createElement("p");
      said.className = "said";
      said.append(...notes.cloneNode(true).childNodes);
      words.querySelector(".caption").after(said);
    }
    id("telling").replaceChildren(words);
    id("count").textContent = `${plies} / ${last}`;
  }

  // Scrolls the list and not the page, so that the board stays where it is.
  function reveal(row) {
    const list = id("list");
    if (list.scrollHeight <= list.clientHeight) return;
    list.scrollTop = row.offsetTop - 0.4 * list.clientHeight;
  }

  function go(plies, isSown, isInList) {
    plies = Math.max(0, Math.min(last, plies));
    if (plies === current) return;
    if (rows[current]) rows[current].removeAttribute("aria-current");
    current = plies;
    rows[plies].setAttribute("aria-current", "true");
    document.body.dataset.plies = plies;
    tell(plies);
    if (!isInList && document.documentElement.dataset.ready) reveal(rows[plies]);
    const cursor = id("cursor");
    if (cursor && stops[plies]) {
      cursor.removeAttribute("hidden");
      cursor.setAttribute("transform", `translate(${parseFloat(stops[plies].getAttribute("d").slice(1))})`);
    }
    const isFirst = plies === 0;
    const isLast = plies === last;
    for (const name of ["first", "previous"]) id(name).disabled = isFirst;
    for (const name of ["next", "last"]) id(name).disabled = isLast;
    id("previous-mark").disabled = marked(-1) === null;
    id("next-mark").disabled = marked(1) === null;
    id("sow").disabled = from[plies] === null;
    if (isSown) return sow(plies);
    clearTimeout(timer);
    const all = frames(plies);
    draw(all[all.length - 1].board, all[all.length - 1].marks);
    id("view").dataset.still = plies;
  }

  const ERRORS = ["inaccuracy", "mistake", "blunder"];
  const isError = (plies) => ERRORS.some((name) => rows[plies].classList.contains(name));

  function marked(step) {
    for (let plies = current + step; plies > 0 && plies <= last; plies += step) {
      if (isError(plies)) return plies;
    }
    return null;
  }

  const actions = {
    first: () => go(0),
    previous: () => go(current - 1),
    next: () => go(current + 1, true),
    last: () => go(last),
    "previous-mark": () => marked(-1) !== null && go(marked(-1), true),
    "next-mark": () => marked(1) !== null && go(marked(1), true),
    sow: () => from[current] !== null && sow(current),
  };
  const KEYS = {
    Home: "first", ArrowLeft: "previous", ArrowRight: "next", End: "last",
    p: "previous-mark", n: "next-mark", s: "sow",
  };

  // Paper shows the boards of the moves with marks.
  function unpack() {
    for (const plies of rows.keys()) {
      const box = boxes[plies];
      if (!isError(plies) || box.nextElementSibling) continue;
      box.insertAdjacentHTML("afterend", box.textContent);
    }
  }
  addEventListener("beforeprint", unpack);
  matchMedia("print").addEventListener("change", unpack);

  for (const name of ["viewer", "telling", "keys"]) id(name).hidden = false;
  for (const name in actions) id(name).addEventListener("click", actions[name]);

  addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
    const name = KEYS[event.key];
    if (!name) return;
    event.preventDefault();
    actions[name]();
  });

  // Links on the curve and in the list lead to boards, which the large one shows.
  const wanted = (hash) => (/^#b\d+$/.test(hash) ? Number(hash.slice(2)) : null);
  addEventListener("click", (event) => {
    const target = event.target;
    const link = target.closest("a[href^='#b']");
    const row = target.closest("tr.ply");
    if (event.defaultPrevented || (!link && !row)) return;
    const plies = link ? wanted(link.getAttribute("href")) : rows.indexOf(row);
    if (plies === null || plies < 0) return;
    event.preventDefault();
    go(plies, plies === current + 1, target.closest("#list") !== null);
  });
  addEventListener("hashchange", () => {
    const plies = wanted(location.hash);
    if (plies !== null) go(plies);
  });

  go(wanted(location.hash) ?? 0);
  document.documentElement.dataset.ready = performance.now();
  // Laying the page out can wait until it is painted anyway.
  if (current > 0) requestAnimationFrame(() => reveal(rows[current]));
})();
