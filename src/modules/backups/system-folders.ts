import { existsSync, realpathSync } from "node:fs";

/**
 * Folders of the system, or that are gone after a restart. Some systems have disks in `/run/media`,
 * others have homes and disks in `/var`.
 */
const ofSystem =
  /^\/$|^\/tmp$|^\/(bin|boot|dev|efi|etc|lib\w*|lost\+found|proc|root|run(?!\/media\/)|sbin|selinux|snap|sys|usr|var(?!\/(backups|home|media|mnt)(\/|$)))(\/|$)/;

/** Whether a folder, once links are followed, is the system's: copies never go there. */
export const isOfSystem = (folder: string) =>
  ofSystem.test(existsSync(folder) ? realpathSync(folder) : folder);
