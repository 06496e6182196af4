export const pdfType = "application/pdf";

/** Whether the link of a stored file names a PDF. */
export const isPdfLink = (link: string | null) => /\.pdf(\?|$)/i.test(link ?? "");
