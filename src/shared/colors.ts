/**
 * Colours that stay apart from each other and read well in both themes. Their names:
 * `common.colors`.
 */
export const colors = {
  "#0f766e": "teal",
  "#2563a8": "blue",
  "#6d4fb3": "violet",
  "#b0407f": "pink",
  "#9f1239": "crimson",
  "#c2410c": "orange",
  "#a16207": "ochre",
  "#4d7c0f": "olive",
  "#57534e": "gray",
  "#86d0c0": "mint",
  "#9cc4ee": "sky",
  "#f0b7d2": "rose",
  "#f3c969": "gold",
};

export const presets = Object.keys(colors);
