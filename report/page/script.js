
"use strict";
(() => {
	const all = (root, what) => [...root.querySelectorAll(what)];
	const findings = all(document, ".finding");

	// Filters. What is checked in a set is shown; the address remembers nothing.
	const filters = document.getElementById("filters");
	const apply = () => {
		const checked = (name) => new Set(all(filters, `input[name=${name}]:checked`).map((box) => box.value));
		const categories = checked("category"), packages = checked("package");
		const text = filters.elements.text.value.toLowerCase();
		const suppressed = all(filters, "input[name=suppressed]:checked").length > 0;
		let shown = 0;
		for (const f of findings) {
			const ok = categories.has(f.dataset.category) && packages.has(f.dataset.package) &&
				(suppressed || !("suppressed" in f.dataset)) && f.textContent.toLowerCase().includes(text);
			f.hidden = !ok;
			shown += ok ? 1 : 0;
		}
		document.getElementById("shown").textContent = `${shown} of ${findings.length} shown`;
	};
	if (filters) {
		filters.hidden = false;
		filters.addEventListener("input", apply);
		filters.addEventListener("submit", (e) => e.preventDefault());
		apply();
	}

	// A part of the page scrolls in its own box only: the page stays where the reader has it.
	const reveal = (box, element) => {
		if (!box || !element) return;
		const b = box.getBoundingClientRect(), e = element.getBoundingClientRect();
		if (e.top < b.top) box.scrollTop -= b.top - e.top + 12;
		if (e.bottom > b.bottom) box.scrollTop += e.bottom - b.bottom + 12;
		if (e.left < b.left) box.scrollLeft -= b.left - e.left + 12;
		if (e.right > b.right) box.scrollLeft += e.right - b.right + 12;
	};

	// Stepping. Step 0 is before the first one: then all is shown.
	const play = (f) => {
		const story = f.querySelector(".story"), steps = all(f, ".steps li");
		if (steps.length === 0) return;
		const parts = all(f, ".diagram [data-step]");
		let now = 0;
		const go = (to) => {
			now = Math.min(Math.max(to, 0), steps.length);
			f.classList.toggle("stepping", now > 0);
			for (const part of [...steps, ...parts]) {
				const n = Number(part.dataset.step);
				part.classList.toggle("current", n === now);
				part.classList.toggle("later", now > 0 && n > now);
			}
			for (const line of all(f, ".line.current")) line.classList.remove("current");
			const step = steps[now - 1];
			for (const s of steps) {
				if (s === step) s.setAttribute("aria-current", "step");
				else s.removeAttribute("aria-current");
			}
			f.querySelector(".now").textContent = step ? `${now} of ${steps.length}: ${step.querySelector(".what").textContent}` : `${steps.length} steps`;
			if (!step) return;
			reveal(f.querySelector(".diagram"), f.querySelector(".diagram .row.current"));
			const line = step.dataset.line && document.getElementById(step.dataset.line);
			if (line) {
				line.classList.add("current");
				const box = line.closest("pre"), left = box.scrollLeft;
				reveal(box, line);
				box.scrollLeft = left;
			}
		};
		const to = {first: () => 1, back: () => now - 1, on: () => now + 1, last: () => steps.length};
		for (const button of all(f, ".player button")) button.addEventListener("click", () => go(to[button.dataset.go]()));
		for (const part of [...steps, ...parts]) part.addEventListener("click", () => go(Number(part.dataset.step)));
		story.addEventListener("keydown", (e) => {
			const keys = {ArrowRight: "on", ArrowLeft: "back", Home: "first", End: "last"};
			const key = keys[e.key];
			const scrolls = e.target.closest("pre, .diagram");
			if (!key || scrolls || e.altKey || e.ctrlKey || e.metaKey || e.shiftKey) return;
			e.preventDefault();
			go(to[key]());
		});
		f.querySelector(".player").hidden = false;
		go(0);
	};
	findings.forEach(play);

	// A link to a finding opens it.
	const open = () => {
		const f = findings.find((f) => "#" + f.id === location.hash);
		if (f) f.querySelector("details").open = true;
	};
	addEventListener("hashchange", open);
	open();

	// Light or dark, as the system has it until somebody chooses.
	const theme = document.getElementById("theme"), root = document.documentElement;
	theme.hidden = false;
	theme.addEventListener("click", () => {
		const dark = root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
		root.dataset.theme = dark ? "light" : "dark";
	});
})();
