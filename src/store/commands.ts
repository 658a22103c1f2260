/** A key as it is shown once, right after it was made. */
export interface NewKey {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly tier: "free" | "pro" | "enterprise";
  /** The secret itself; stored nowhere. */
  readonly secret: string;
  readonly keyPrefix: string;
  readonly createdAt: number;
}

/**
 * The writes the rest of the service may ask of the writer thread, by name. Each resolves once its effect is durable,
 * or rejects with the AppError the writer threw.
 */
export interface Commands {
  createKey(input: { name: string; email: string; tier: NewKey["tier"] }): Promise<NewKey>;
}
