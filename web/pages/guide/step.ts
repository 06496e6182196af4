/** The props of each step. `onDone` finishes the step and continues with the next. */
export type StepProps = { done: boolean; onDone: () => void };
