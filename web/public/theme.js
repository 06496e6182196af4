// Runs before the first paint, so that the page never flashes in the other theme or language.
(() => {
  const root = document.documentElement;
  const tags = { ptBR: "pt-BR", en: "en", es: "es" };
  let chosen = null;
  let language = null;
  let look = {};
  let brand = {};
  try {
    chosen = localStorage.getItem("preferredTheme");
    language = localStorage.getItem("language");
    look = JSON.parse(localStorage.getItem("companyLook") ?? "{}");
    brand = JSON.parse(localStorage.getItem("brand") ?? "{}");
  } catch {
    // Storage may be closed to this page: the system's theme will do.
  }
  const system = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
  const theme =
    [chosen, chosen ? null : look.mode].find((one) => one === "light" || one === "dark") ?? system;
  root.dataset.theme = `balcao-${theme}`;
  const color = look.primaryColor ?? brand.color;
  if (color) root.dataset.primary = color;
  root.lang = tags[language ?? brand.language] ?? tags.ptBR;
})();
