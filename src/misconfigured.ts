/** A wrong setting. The process ends with 78, and a service manager must not start it again. */
export class Misconfigured extends Error {}
