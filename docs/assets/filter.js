// A field above long tables that hides the rows without the words in it.
(() => {
  const enough = 150;
  const words = {
    en: { hint: "Filter the rows", shown: (some, all) => `${some} of ${all} rows` },
    zh: { hint: "\u7b5b\u9009\u8868\u683c\u884c", shown: (some, all) => `${all} \u884c\u4e2d\u7684 ${some} \u884c` },
  };

  function filter(text, tables, count, language) {
    const wanted = text.toLowerCase().split(/\s+/).filter(Boolean);
    let some = 0;
    let all = 0;
    for (const { table, heading, rows } of tables) {
      let found = 0;
      for (const row of rows) {
        row.hidden = !wanted.every((word) => row.text.includes(word));
        row.element.hidden = row.hidden;
        if (!row.hidden) ++found;
      }
      table.hidden = found === 0;
      if (heading) heading.hidden = found === 0;
      some += found;
      all += rows.length;
    }
    count.textContent = wanted.length ? words[language].shown(some, all) : "";
  }

  function described(table) {
    const rows = [...table.querySelectorAll("tbody tr")].map((element) => ({
      element,
      text: element.textContent.toLowerCase(),
    }));
    const box = table.closest(".md-typeset__scrollwrap") || table;
    let before = box.previousElementSibling;
    while (before && !/^H[1-6]$/.test(before.tagName)) before = before.previousElementSibling;
    return { table: box, heading: before && before.tagName !== "H1" ? before : null, rows };
  }

  function start() {
    const article = document.querySelector("article.md-content__inner");
    if (!article || article.querySelector(".filter")) return;
    const tables = [...article.querySelectorAll("table")].map(described);
    if (tables.reduce((sum, { rows }) => sum + rows.length, 0) < enough) return;
    const language = document.documentElement.lang.startsWith("zh") ? "zh" : "en";
    const field = document.createElement("input");
    field.type = "search";
    field.placeholder = words[language].hint;
    field.setAttribute("aria-label", words[language].hint);
    const count = document.createElement("span");
    count.setAttribute("role", "status");
    const bar = document.createElement("p");
    bar.className = "filter";
    bar.append(field, count);
    tables[0].table.before(bar);
    field.addEventListener("input", () => filter(field.value, tables, count, language));
  }

  document.addEventListener("DOMContentLoaded", start);
})();
