import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { gzipSync } from "node:zlib";
import { type ArchiveEntry, ar, type CompressedFile, compress, tarGzip } from "./archives.ts";
import { manPage } from "./man-page.ts";

/** An executable for Linux, and where its packages go. */
export interface PackageJob {
  readonly executable: string;
  readonly version: string;
  /** The licences of what it holds of others. */
  readonly thirdParties: string;
  readonly arch: "x64" | "arm64";
  readonly folder: string;
  /** Epoch seconds, the date of every file within; see `readSourceDate`. */
  readonly mtime: number;
}

const ROOT = dirname(import.meta.dirname);
export const DEBIAN_ARCHITECTURES = { x64: "amd64", arm64: "arm64" } as const;
const NEW_YEAR_2026 = 1_767_225_600;
const SCRIPTS = ["postinst", "prerm", "postrm"] as const;
/** For a copy by Litestream and a standby: for the operator to install. */
const EXAMPLES = [
  "compose.yml",
  "grafana-mirror.json",
  "haproxy.cfg",
  "litestream.service",
  "litestream.yml",
  "prometheus-rules.yml",
  "toteboard-standby.service",
] as const;
/** Pages for the operator. */
const DOCUMENTS = ["README", "copies", "failures", "metrics", "mirror", "payments", "settings"] as const;
const QUERIES = "sql/mirror/queries";
const CONFFILE = "etc/toteboard/toteboard.env";

/** The date of all files in packages: SOURCE_DATE_EPOCH (reproducible-builds.org), else always the same. */
export function readSourceDate(text: string): number {
  if (text === "") return NEW_YEAR_2026;
  if (/^\d{1,10}$/.test(text)) return Number(text);
  throw new Error(`SOURCE_DATE_EPOCH: expected seconds since 1970 as a whole number, not '${text}'`);
}

/** Writes the Debian package and the tar.gz of an executable; gives their paths. */
export function writePackages({ executable, version, thirdParties, arch, folder, mtime }: PackageJob): string[] {
  const content = readFileSync(executable);
  const program = { version, content, compressed: compress(content), thirdParties: Buffer.from(thirdParties) };
  const architecture = DEBIAN_ARCHITECTURES[arch];
  const files = [
    {
      name: `toteboard_${toDebianVersion(version)}_${architecture}.deb`,
      content: toDebian(architecture, program, mtime),
    },
    { name: `toteboard-${version}-linux-${arch}.tar.gz`, content: toTar(arch, program, mtime) },
  ];
  return files.map(({ name, content }) => {
    const file = join(folder, name);
    writeFileSync(file, content);
    return file;
  });
}

/** A version of Debian sorts 1.0~rc.1 before 1.0: deb-version(7). */
const toDebianVersion = (version: string): string => version.replace("-", "~");

interface Program {
  readonly version: string;
  readonly content: Buffer;
  readonly compressed: CompressedFile;
  readonly thirdParties: Buffer;
}

function toTar(arch: string, { version, compressed, thirdParties }: Program, mtime: number): Buffer {
  const folder = `toteboard-${version}-linux-${arch}`;
  const entries: ArchiveEntry[] = [
    { path: folder, mode: 0o755 },
    { path: `${folder}/LICENSE`, mode: 0o644, content: read("LICENSE") },
    ...documents().map(([name, content]) => ({ path: `${folder}/${name}`, mode: 0o644, content })),
    { path: `${folder}/queries`, mode: 0o755 },
    ...queries().map(([name, content]) => ({ path: `${folder}/queries/${name}`, mode: 0o644, content })),
    { path: `${folder}/toteboard.1`, mode: 0o644, content: Buffer.from(manPage(version, mtime)) },
    { path: `${folder}/THIRD-PARTY`, mode: 0o644, content: thirdParties },
    { path: `${folder}/examples`, mode: 0o755 },
    ...EXAMPLES.map((name) => ({ path: `${folder}/examples/${name}`, mode: 0o644, content: read(`.deploy/${name}`) })),
    { path: `${folder}/toteboard`, mode: 0o755, content: compressed },
    { path: `${folder}/toteboard.env`, mode: 0o600, content: settingsFile() },
    { path: `${folder}/toteboard.service`, mode: 0o644, content: read(".deploy/toteboard.service") },
  ];
  return tarGzip(entries, mtime);
}

function toDebian(architecture: string, program: Program, mtime: number): Buffer {
  const doc = "usr/share/doc/toteboard";
  const files: readonly (readonly [path: string, mode: number, content: Buffer])[] = [
    [CONFFILE, 0o600, settingsFile()],
    ["usr/bin/toteboard", 0o755, read(".deploy/debian/toteboard")],
    ["usr/lib/toteboard/toteboard", 0o755, program.content],
    ["usr/lib/systemd/system/toteboard.service", 0o644, packagedUnit()],
    ...EXAMPLES.map((name) => [`${doc}/examples/${name}`, 0o644, packagedExample(name)] as const),
    [`${doc}/THIRD-PARTY`, 0o644, program.thirdParties],
    ...documents().map(([name, content]) => [`${doc}/${name}`, 0o644, content] as const),
    ...queries().map(([name, content]) => [`${doc}/queries/${name}`, 0o644, content] as const),
    ["usr/share/man/man1/toteboard.1.gz", 0o644, gzipSync(manPage(program.version, mtime), { level: 9 })],
    [`${doc}/changelog.gz`, 0o644, gzipSync(changelog(program.version, mtime), { level: 9 })],
    [`${doc}/copyright`, 0o644, copyright()],
  ];
  const control = [
    { path: "conffiles", mode: 0o644, content: Buffer.from(`/${CONFFILE}\n`) },
    { path: "control", mode: 0o644, content: controlFile(architecture, program.version, files) },
    { path: "md5sums", mode: 0o644, content: md5sums(files) },
    ...SCRIPTS.map((name) => ({ path: name, mode: 0o755, content: read(`.deploy/debian/${name}`) })),
  ];
  const data = files.map(([path, mode, content]) => ({
    path,
    mode,
    content: content === program.content ? program.compressed : content,
  }));
  return ar(
    [
      { name: "debian-binary", content: Buffer.from("2.0\n") },
      { name: "control.tar.gz", content: tarGzip([{ path: "", mode: 0o755 }, ...control], mtime) },
      { name: "data.tar.gz", content: tarGzip(withFolders(data), mtime) },
    ],
    mtime,
  );
}

/** The same with the folders the files are in, each before what it holds. */
function withFolders(files: readonly ArchiveEntry[]): ArchiveEntry[] {
  const folders = new Set<string>([""]);
  for (const { path } of files) {
    const parts = path.split("/").slice(0, -1);
    for (const [index] of parts.entries()) folders.add(parts.slice(0, index + 1).join("/"));
  }
  const entries = [...[...folders].map((path) => ({ path, mode: 0o755 })), ...files];
  return entries.toSorted((left, right) => (left.path < right.path ? -1 : 1));
}

/** Queries over the mirror. */
const queries = (): (readonly [name: string, content: Buffer])[] =>
  readdirSync(join(ROOT, QUERIES))
    .toSorted()
    .map((name) => [name, read(`${QUERIES}/${name}`)]);

/** The operator's pages and the changes, with links to where the packages have things. */
const documents = (): (readonly [name: string, content: Buffer])[] => [
  ["CHANGELOG.md", read(".github/CHANGELOG.md")],
  ...DOCUMENTS.map((name) => [`${name}.md`, Buffer.from(toPackaged(read(`.deploy/${name}.md`).toString()))] as const),
];

const toPackaged = (text: string): string =>
  text
    .replaceAll(`](../${QUERIES}/`, "](queries/")
    .replaceAll("](../.github/CHANGELOG.md)", "](CHANGELOG.md)")
    .replaceAll(/\]\(([\w.-]+\.(?:cfg|json|service|ya?ml))\)/g, "](examples/$1)")
    .replaceAll(/\[([^\]]*)\]\((?:\.env\.example|examples\/toteboard\.service|\.\.\/[^)]*)\)/g, "$1");

/** The package has a user and folders of its own. */
const packagedExample = (name: string): Buffer =>
  Buffer.from(
    read(`.deploy/${name}`)
      .toString()
      .replaceAll("/usr/local/bin/toteboard", "/usr/bin/toteboard")
      .replaceAll("/etc/toteboard.env", `/${CONFFILE}`)
      .replace("DynamicUser=yes\n", ""),
  );

/** The unit as a package has it: the program itself, a user with a number of its own, settings in a folder. */
function packagedUnit(): Buffer {
  const replaced: readonly (readonly [from: string | RegExp, to: string])[] = [
    [/^#.*\n/, "# Installed by the package. To change it: systemctl edit toteboard.\n"],
    ["ExecStart=/usr/local/bin/toteboard", "ExecStart=/usr/lib/toteboard/toteboard"],
    ["EnvironmentFile=-/etc/toteboard.env", `EnvironmentFile=-/${CONFFILE}`],
    ["DynamicUser=yes", "User=toteboard\nGroup=toteboard\nRemoveIPC=yes"],
  ];
  const unit = replaced.reduce((text, [from, to]) => {
    const next = text.replace(from, to);
    if (next === text) throw new Error(`toteboard.service has no ${from}, which the package changes`);
    return next;
  }, read(".deploy/toteboard.service").toString());
  return Buffer.from(unit);
}

const settingsFile = (): Buffer =>
  Buffer.from(
    read(".deploy/.env.example")
      .toString()
      .replace(
        /^#.*\n/,
        "# Settings of the service. Remove the # of the lines you change, then: systemctl restart toteboard\n",
      ),
  );

type PackagedFiles = readonly (readonly [path: string, mode: number, content: Buffer])[];

const controlFile = (architecture: string, version: string, files: PackagedFiles): Buffer =>
  Buffer.from(`Package: toteboard
Version: ${toDebianVersion(version)}
Architecture: ${architecture}
Maintainer: Toteboard <maintainers@toteboard.invalid>
Installed-Size: ${Math.ceil(files.reduce((sum, [, , content]) => sum + content.length, 0) / 1024)}
Depends: adduser, libc6 (>= 2.28), libstdc++6
Section: net
Priority: optional
Description: prediction markets from many platforms in one self-hosted API
 Reads Polymarket, Kalshi, Manifold, PredictIt and Limitless, archives the
 prices of their markets and joins those that ask the same into questions.
 .
 The service listens on 127.0.0.1:8080. Its settings are in
 /${CONFFILE}, its database is in /var/lib/toteboard.
`);

const md5sums = (files: PackagedFiles): Buffer =>
  Buffer.from(
    files
      .filter(([path]) => path !== CONFFILE)
      .map(([path, , content]) => `${createHash("md5").update(content).digest("hex")}  ${path}\n`)
      .join(""),
  );

const changelog = (
  version: string,
  mtime: number,
): string => `toteboard (${toDebianVersion(version)}) stable; urgency=medium

  * See .github/CHANGELOG.md in the source.

 -- Toteboard <maintainers@toteboard.invalid>  ${new Date(mtime * 1000).toUTCString().replace("GMT", "+0000")}
`;

/** In the format of Debian: debian.org/doc/packaging-manuals/copyright-format/1.0. */
function copyright(): Buffer {
  const [, holder = "", ...text] = read("LICENSE").toString().trim().split(/\n\n/);
  const body = text.join("\n\n").split("\n");
  return Buffer.from(`Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/
Upstream-Name: toteboard

Files: *
Copyright: ${holder.replace(/^Copyright (\(c\) )?/i, "")}
License: Expat

Files: usr/lib/toteboard/toteboard
Copyright: ${holder.replace(/^Copyright (\(c\) )?/i, "")}, and the holders that THIRD-PARTY beside this file names
License: Expat and others
 Toteboard itself is under the Expat licence. The executable also holds Node.js with
 what that holds, such as OpenSSL, and SQLite and packages of npm, each under its own
 licence: all are in THIRD-PARTY beside this file, and 'toteboard licenses' prints them.

License: Expat
${body.map((line) => (line === "" ? " ." : ` ${line}`)).join("\n")}
`);
}

const read = (path: string): Buffer => readFileSync(join(ROOT, path));
