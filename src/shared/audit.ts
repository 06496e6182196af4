/** What is noted of who did it. */
export const auditActions = [
  "signin", "signinFailed", "signout", "sessionRevoked", "passwordChanged", "totpOn", "totpOff", "recoveryUsed", "denied",
  "userCreated", "userChanged", "userDeleted", "roleChanged", "settingChanged",
  "connectionCreated", "connectionChanged", "connectionDeleted", "queueCreated", "queueChanged", "queueDeleted", "hoursChanged", "ticketDeleted",
  "iaCreated", "iaChanged", "iaDeleted", "integrationCreated", "integrationChanged", "integrationDeleted",
  "contactDeleted", "contactsMerged", "contactsExported", "contactsImported", "contactExported", "contactErased",
  "tokenIssued", "tokenRevoked",
] as const;

export type AuditAction = (typeof auditActions)[number];
