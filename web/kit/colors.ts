/** Colours that stay apart from each other and read well in both themes. */
export const presets = ["#0f766e", "#2563a8", "#6d4fb3", "#b0407f", "#9f1239", "#c2410c", "#a16207", "#4d7c0f", "#57534e", "#86d0c0", "#9cc4ee", "#f0b7d2", "#f3c969"];
