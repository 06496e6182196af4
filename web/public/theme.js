// Runs before the first paint, so that the page never flashes in the other theme or language.
(() => {
  const root = document.documentElement;
  const tags = { ptBR: "pt-BR", en: "en", es: "es" };
  let chosen = null;
  let language = null;
  try {
    chosen = localStorage.getItem("preferredTheme");
    language = localStorage.getItem("language");
  } catch {
    // Storage may be closed to this page: the system's theme will do.
  }
  const system = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
  const theme = chosen === "light" || chosen === "dark" ? chosen : system;
  root.dataset.theme = `balcao-${theme}`;
  root.lang = tags[language] ?? tags.ptBR;
})();
