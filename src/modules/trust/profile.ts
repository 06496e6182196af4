/**
 * A configuration profile, by which iPhones, iPads and Macs install a certificate. The same
 * certificate gives the same one, so that a second try replaces the first.
 */
export function profile({
  name,
  fingerprint,
  der,
}: {
  name: string;
  fingerprint: string;
  der: Uint8Array;
}): string {
  const escapedName = Bun.escapeHTML(name);
  return `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0">
<dict>
  <key>PayloadType</key><string>Configuration</string>
  <key>PayloadVersion</key><integer>1</integer>
  <key>PayloadIdentifier</key><string>balcao.trust</string>
  <key>PayloadUUID</key><string>${uuid(`profile ${fingerprint}`)}</string>
  <key>PayloadDisplayName</key><string>${escapedName}</string>
  <key>PayloadContent</key>
  <array>
    <dict>
      <key>PayloadType</key><string>com.apple.security.root</string>
      <key>PayloadVersion</key><integer>1</integer>
      <key>PayloadIdentifier</key><string>balcao.trust.authority</string>
      <key>PayloadUUID</key><string>${uuid(`authority ${fingerprint}`)}</string>
      <key>PayloadDisplayName</key><string>${escapedName}</string>
      <key>PayloadCertificateFileName</key><string>balcao.cer</string>
      <key>PayloadContent</key><data>${Buffer.from(der).toString("base64")}</data>
    </dict>
  </array>
</dict>
</plist>
`;
}

function uuid(text: string): string {
  const hash = new Bun.CryptoHasher("sha256").update(text).digest("hex");
  return `${hash.slice(0, 8)}-${hash.slice(8, 12)}-5${hash.slice(13, 16)}-a${hash.slice(17, 20)}-${hash.slice(20, 32)}`.toUpperCase();
}
