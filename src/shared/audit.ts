/** What is noted of who did it. */
export const auditActions = [
  "signin", "signinFailed", "signout", "sessionRevoked", "passwordChanged", "totpOn", "totpOff", "recoveryUsed", "denied",
  "userCreated", "userChanged", "userDeleted", "roleChanged", "settingChanged",
  "connectionCreated", "connectionChanged", "connectionDeleted", "queueCreated", "queueChanged", "queueDeleted", "hoursChanged", "ticketDeleted",
  "iaCreated", "iaChanged", "iaDeleted", "integrationCreated", "integrationChanged", "integrationDeleted",
  "contactDeleted", "contactsMerged", "contactsExported", "contactsImported", "contactExported", "contactErased",
  "tokenIssued", "tokenRevoked", "webhookCreated", "webhookChanged", "webhookDeleted", "webhookOff", "orderDeleted", "salesExported", "optOutBack", "campaignStarted", "campaignCancelled", "invoicePaid",
  "companyCreated", "companyChanged", "companyDeleted", "companyDownloaded", "companyBroughtBack", "planCreated", "planChanged", "planDeleted", "supportEntered", "supportLeft", "supportActed", "recoveryCodeShown", "restoreConfirmed",
] as const;

export type AuditAction = (typeof auditActions)[number];
