/**
 * Interprets all code from now on: to compile code that runs once, as modules load, costs more than
 * it saves. The executable begins so.
 */
export const onlyInterpret = () => Bun.unsafe.setJITPolicy(8);

/** Compiles frequent code from now on, as usual. */
export const compileAsUsual = () => Bun.unsafe.setJITPolicy(1);
