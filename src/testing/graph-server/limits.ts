/**
 * Lengths and counts of a message. Those marked (?) come from general knowledge of Meta's pages and
 * were not read again.
 */
export const limits = {
  text: 4096,
  caption: 1024,
  /** (?) */
  opaque: 512,
  interactiveBody: 1024,
  interactiveHeader: 60,
  footer: 60,
  buttons: 3,
  buttonId: 256,
  buttonTitle: 20,
  listButton: 20,
  sectionTitle: 24,
  rowId: 200,
  rowTitle: 24,
  rowDescription: 72,
  rows: 10,
  productItems: 30,
  reference: 35,
  statusDescription: 120,
  templateHeader: 60,
  templateBody: 1024,
  templateFooter: 60,
  templateButtons: 10,
  quickReply: 25,
  /** (?) */
  templateName: 512,
  templateCreationsPerHour: 100,
  blockedPerCall: 1000,
};

const MB = 2 ** 20;

/** Meta's table of files: the largest size in bytes, by kind and type. */
export const mediaTypes: Record<string, Record<string, number>> = {
  image: { "image/jpeg": 5 * MB, "image/png": 5 * MB },
  audio: {
    "audio/aac": 16 * MB,
    "audio/amr": 16 * MB,
    "audio/mpeg": 16 * MB,
    "audio/mp4": 16 * MB,
    "audio/ogg": 16 * MB,
  },
  video: { "video/mp4": 16 * MB, "video/3gpp": 16 * MB },
  sticker: { "image/webp": 500 * 1024 },
  document: Object.fromEntries(
    [
      "text/plain",
      "application/pdf",
      "application/msword",
      "application/vnd.ms-excel",
      "application/vnd.ms-powerpoint",
      "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
      "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
      "application/vnd.openxmlformats-officedocument.presentationml.presentation",
    ].map((type) => [type, 100 * MB]),
  ),
};
