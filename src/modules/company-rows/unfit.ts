import { Fault } from "../../kit/fault.ts";

/** What is no company's data, or no more. */
export const unfit = (message: string) =>
  new Fault("invalid", "ERR_NOT_A_COMPANY_FILE", { message });
