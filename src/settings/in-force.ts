import { SETTINGS, type Setting, variableOf } from "../settings.ts";

/** Where the value of a setting comes from: nothing set it, the environment, the .env file, the command line. */
export type SettingOrigin = "default" | "environment" | "file" | "flag";

/** A value as it was given. */
export interface GivenValue {
  readonly text: string;
  /** The flag or variable it came from. */
  readonly label: string;
  readonly origin: SettingOrigin;
}

/** A setting as the service runs with it. Never holds a secret. */
export interface SettingInForce {
  readonly name: string;
  readonly variable: string;
  readonly help: string;
  /** Undefined where there is none. "set" for a secret. */
  readonly value: string | undefined;
  readonly origin: SettingOrigin;
  /** The flag or variable that set it; undefined for a default. */
  readonly label: string | undefined;
}

/** All settings in force. `defaults` replaces those that depend on the mode. */
export const listInForce = (
  find: (setting: Setting) => GivenValue | undefined,
  defaults: Readonly<Record<string, string>>,
): readonly SettingInForce[] =>
  SETTINGS.map((setting) => {
    const { name, help, standard, isSecret = false } = setting;
    const given = find(setting);
    const text = given?.text ?? defaults[name] ?? String(standard ?? "");
    const value = text === "" ? undefined : isSecret ? "set" : hidePassword(text);
    return { name, variable: variableOf(name), help, value, origin: given?.origin ?? "default", label: given?.label };
  });

/** The address of a proxy or platform may contain a name and a password. */
export const hidePassword = (text: string): string => text.replace(/\/\/[^/]*@/g, "//…@");
