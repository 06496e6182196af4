import { BufferJSON, proto, type SignalDataTypeMap } from "@whiskeysockets/baileys";

export const text = (bytes: Uint8Array) => Buffer.from(bytes).toString();
export const json = (value: unknown): Buffer =>
  Buffer.from(JSON.stringify(value, BufferJSON.replacer));
export const parsed = <T>(bytes: Uint8Array): T => JSON.parse(text(bytes), BufferJSON.reviver) as T;

/** Baileys wants some keys as instances of their own. */
export function revived<Type extends keyof SignalDataTypeMap>(
  type: Type,
  value: SignalDataTypeMap[Type],
): SignalDataTypeMap[Type] {
  if (type !== "app-state-sync-key") return value;
  return proto.Message.AppStateSyncKeyData.fromObject(
    value as object,
  ) as unknown as SignalDataTypeMap[Type];
}
