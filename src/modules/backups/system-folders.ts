import { existsSync, realpathSync } from "node:fs";

/**
 * What belongs to the system, or is gone when it stops. Disks are in `/run/media` on some systems,
 * and homes and disks in `/var` on others.
 */
const ofSystem =
  /^\/$|^\/tmp$|^\/(bin|boot|dev|efi|etc|lib\w*|lost\+found|proc|root|run(?!\/media\/)|sbin|selinux|snap|sys|usr|var(?!\/(backups|home|media|mnt)(\/|$)))(\/|$)/;

/** Whether a folder, once links are followed, is the system's: copies never go there. */
export const isOfSystem = (folder: string) =>
  ofSystem.test(existsSync(folder) ? realpathSync(folder) : folder);
