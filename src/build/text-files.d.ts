// Imported as text, so that the executable carries it.
declare module "*.sh" {
  const text: string;
  export default text;
}
