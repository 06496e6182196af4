import { api } from "../../kit/api.ts";
import { t } from "../../kit/text.ts";
import { toast } from "../../kit/Toast.tsx";
import "./texts.ts";

export type Move = "start" | "cancel" | "restart" | "pause" | "resume" | "retry";

/**
 * Starts, stops or resumes a campaign, and confirms it in a toast. `whatsappId` moves it to another
 * connection. Throws `ApiError`.
 */
export async function moveCampaign(id: number, move: Move, whatsappId?: number) {
  await api.post(`/campaigns/${id}/${move}`, whatsappId ? { whatsappId } : undefined);
  toast.success(t(`campaigns.moved.${move}`));
}
