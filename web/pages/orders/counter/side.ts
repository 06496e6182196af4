/** The content of the right column. Below its column's width it follows the items. */
export const sideContent =
  "flex flex-col gap-4 p-4 lg:min-h-0 lg:flex-1 lg:overflow-y-auto max-lg:border-line max-lg:rounded-card max-lg:bg-base-100 max-lg:shrink-0 max-lg:border";

/** The sums and the main button: at the foot of the column, and of a narrow window. */
export const sideFoot =
  "border-line shrink-0 border-t p-4 max-lg:bg-base-200 max-lg:sticky max-lg:bottom-0 max-lg:z-10 max-lg:mt-auto max-lg:px-0 max-lg:py-3";
