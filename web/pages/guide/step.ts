/** What each step gets; `onDone` finishes it and goes on. */
export type StepProps = { done: boolean; onDone: () => void };
