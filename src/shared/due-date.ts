/**
 * The due date of a company without one, on the wire: clients read a date there.
 * rules.md#no-due-date
 */
export const noDueDate = "2999-12-31";

/** A company from the wire: its due date is null where it has none. */
export const withDueDate = <Row extends { dueDate?: string | null }>(company: Row): Row =>
  company.dueDate === noDueDate ? { ...company, dueDate: null } : company;
