/** Everyone's password. */
export const password = "pao-quente-1";

/** Its hash, cheap on purpose: the tests of passwords measure the cost of a real one. */
export const passwordHash =
  "$argon2id$v=19$m=8,t=1,p=1$XnNIyGh8SX8gpNqWc1zdGdvSzrZ0ICaNWWPTmJeFMUs$y/xZsr/9x/fm1RLqcCwPBspXJFdzWxI9IPC0h5zY7Qk";
