/**
 * A company's file that was exported here and waits for its download; `at`: the time of the export.
 */
export type MadeFile = {
  company: number;
  name: string;
  at: Date;
  size: number;
  moves: boolean;
  removedAt: Date;
};

/** A company between two boxes, as this one sees it. */
export type MoveStep = {
  company: number;
  name: string;
  state: "leaving" | "gone" | "waiting";
  since: Date;
};

/** The running work on a company's file, and its progress (0 to 1) where that is measurable. */
export type FileWork = {
  what: "export" | "import" | "delete";
  company: number | null;
  name: string;
  part: number | null;
};

export type CompanyFilesState = {
  work: FileWork | null;
  failed: { what: "export" | "delete"; company: number; name: string; error: string } | null;
  files: MadeFile[];
  moves: MoveStep[];
};

/** The content of a file, and the conflicts of its import. `emails` need the code. */
export type ImportPlan = {
  name: string;
  at: string;
  moves: boolean;
  people: number;
  connections: number;
  contacts: number;
  messages: number;
  lastMessageAt: string | null;
  files: number;
  /** Of the files, in bytes. */ size: number;
  needsCode: boolean;
  nameTaken: boolean;
  /**
   * The plan that the company gets; it needs the code. `comesAlong`: no plan here has these terms,
   * so the import adds one that is not offered.
   */
  companyPlan: { name: string; value: string; comesAlong: boolean } | null;
  emails: string[];
  emailsTaken: string[];
};

/** The result of an import. `waits`: it moves, and works here after the handover. */
export type Imported = {
  company: number;
  name: string;
  messages: number;
  media: number;
  waits: boolean;
};
