import type { Identifier } from "../../channel/channel.ts";
import type { CompanyDb, Tx } from "../../kit/db/company-db.ts";
import type { Guess } from "./guess.ts";
import type { Cell, Choice, Decimal, Import, Mapping, Refusal } from "./table.ts";

/** The network's identifiers by the number that it was asked about. */
export type IdentifiersByNumber = Map<string, Identifier[]>;

export type Saved = { created: number; updated: number; duplicated: number };

type Missing = [error: string, message: string];

/** The errors of kinds whose rows are people. */
export const missingPeople: { name: Missing; rows: Missing } = {
  name: ["ERR_IMPORT_NO_NAME", "Não foi selecionado o campo de nome do contato"],
  rows: ["ERR_IMPORT_NOBODY", "Nenhum contato selecionado"],
};

type KindOf<Row> = {
  name: string;
  /** Rows without a name are refused. */
  needsName: boolean;
  /** Rows have no number. */
  needsNumber?: false;
  /** The errors, code and message, where no name column and where no row was chosen. */
  missing: { name: Missing; rows: Missing };
  /** Guesses what the columns of a table hold from its head and some of its rows. */
  guess(head: Cell[], sample: Cell[][]): Guess;
  mapping(guess: Guess): Mapping;
  /** Whether a row has data, and not column names. */
  isData(cells: Cell[]): boolean;
  /** How many rows are saved before others have a turn. */
  slice: number;
  /** How a row that already exists is counted. */
  existing: "updated" | "duplicated";
  /** `areaCode`: the company's own, for numbers without one. */
  rowOf(
    cells: Cell[],
    mapping: Mapping,
    decimals: Decimal[],
    areaCode: string | undefined,
  ): Row | Refusal;
  /** The columns whose texts are read as numbers. */
  numberColumns?(mapping: Mapping): number[];
  /** Two rows with one key are one. */
  keyOf(row: Row): string;
  /** Finds rows, of all that it is given in turn, that contradict an earlier one. */
  contradictions?(): (row: Row) => boolean;
  /** Where a row that contradicts an earlier one is refused, and why. */
  contradicted?(mapping: Mapping): Refusal;
  /** Why a row can't be saved with this choice, given the existing data. */
  refuse?(
    db: CompanyDb,
    row: Row,
    choice: Pick<Choice, "mapping" | "withoutCost">,
  ): Refusal | undefined;
  /** The number that the network is asked about, if it is. */
  numberOf(row: Row): string;
  isKnown(db: CompanyDb, row: Row, targetId: number | null): boolean;
  /** The name of one that is there, and the one that the row has for it, where they differ. */
  namesOf?(db: CompanyDb, row: Row): { from: string; to: string } | undefined;
  /** Whether the row is taken without its e-mail, which is not valid. */
  isWithoutEmail?(row: Row): boolean;
  /** The texts that the check step shows of a row, by field. */
  display(row: Row): Record<string, string>;
  save(
    tx: Tx,
    rows: Row[],
    about: {
      targetId: number | null;
      userId: number | null;
      identifiers: IdentifiersByNumber;
      renames: (row: Row) => boolean;
      withoutCost: Choice["withoutCost"];
    },
  ): Saved;
  /** Notifies screens, once all rows are saved. */
  announce(tx: Tx, imported: Pick<Import, "targetId">): void;
};

/**
 * A kind of row that a file can become, as contacts or products. Reading, mapping, previewing and
 * refusing rows, and resuming after a crash, are the same for each kind. rules.md#imports
 */
export type ImportKind = KindOf<unknown>;

/** Types a kind by its rows. */
export const kindOf = <Row extends object>(given: KindOf<Row>) => given as unknown as ImportKind;

/**
 * Whether rows that repeat an earlier number have a count of their own. In a list they count as
 * duplicates.
 */
export const countsRepeated = ({
  existing,
  needsNumber,
}: Pick<ImportKind, "existing" | "needsNumber">) => existing === "updated" && needsNumber !== false;
