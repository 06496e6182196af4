import { Fault } from "../../kit/fault.ts";

/** The error for a file without valid data of a company. */
export const unfit = (message: string) =>
  new Fault("invalid", "ERR_NOT_A_COMPANY_FILE", { message });
