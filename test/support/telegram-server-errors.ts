/** Thrown by a method: the Bot API's own error shape ("Making requests"). */
export class ApiError extends Error {
  readonly code: number;
  readonly parameters: Readonly<Record<string, number>> | undefined;

  constructor(code: number, description: string, parameters?: Readonly<Record<string, number>>) {
    super(description);
    this.code = code;
    this.parameters = parameters;
  }
}

/** An error 400 with Telegram's prefix. */
export function badRequest(description: string): ApiError {
  return new ApiError(400, `Bad Request: ${description}`);
}
