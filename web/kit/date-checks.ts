/** Whether a text is an existing day, as YYYY-MM-DD. */
export function isDate(iso: string): boolean {
  const at = new Date(`${iso}T12:00:00Z`);
  return (
    /^\d{4}-\d\d-\d\d$/.test(iso) &&
    iso >= "1000" &&
    !Number.isNaN(at.getTime()) &&
    at.toISOString().startsWith(iso)
  );
}

export const isTime = (text: string) => /^([01]\d|2[0-3]):[0-5]\d$/.test(text);
