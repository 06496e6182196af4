/**
 * Interprets from now on: for what runs once, as modules load, to compile it costs more than it
 * saves. The executable begins so.
 */
export const onlyInterpret = () => Bun.unsafe.setJITPolicy(8);

/** From now on what runs often is compiled, as usual. */
export const compileAsUsual = () => Bun.unsafe.setJITPolicy(1);
