import type { FormValues } from "../../forms/form.ts";
import { can } from "../../session/can.ts";
import type { User } from "./types.ts";

export function valuesOf(row: User | null): FormValues {
  const {
    name = "",
    email = "",
    code = "",
    profile = "user",
    allTicket = "desabled",
    whatsappId = null,
    groupRangeDiscountId = null,
    roleId = null,
    queueIds = [],
  } = row ?? {};
  return {
    name,
    email,
    password: "",
    currentPassword: "",
    code,
    profile,
    allTicket: allTicket === "enabled",
    whatsappId: String(whatsappId ?? ""),
    groupRangeDiscountId: String(groupRangeDiscountId ?? ""),
    roleId: String(roleId ?? ""),
    queueIds,
  };
}

export function bodyOf({
  whatsappId,
  groupRangeDiscountId,
  roleId,
  profile,
  allTicket,
  password,
  currentPassword,
  ...values
}: FormValues) {
  const chosen = (id: FormValues[string]) => (id ? Number(id) : null);
  return {
    ...values,
    ...(password && { password }),
    ...(currentPassword && { currentPassword }),
    ...(can("user-modal:editProfile") && {
      allTicket: allTicket ? "enabled" : "disabled",
      whatsappId: chosen(whatsappId),
      groupRangeDiscountId: chosen(groupRangeDiscountId),
      roleId: chosen(roleId),
      // A role has its own profile, which a profile sent with it would not change.
      ...(!roleId && { profile }),
    }),
  };
}
