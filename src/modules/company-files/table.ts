/** A company's file that was made here and waits to be downloaded; `at` is when it was made. */
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

/** What is being done with a company's file, and how much of it (0 to 1) where that is known. */
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

/**
 * What a file holds, and what is in the way of its import. `emails` are known with the code alone.
 */
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
   * The plan that the company gets; known with the code alone. `comesAlong`: no plan here has these
   * terms, and it becomes one that is not offered.
   */
  companyPlan: { name: string; value: string; comesAlong: boolean } | null;
  emails: string[];
  emailsTaken: string[];
};

/** What a file became. `waits`: it moves, and works here once the other box lets go. */
export type Imported = {
  company: number;
  name: string;
  messages: number;
  media: number;
  waits: boolean;
};
