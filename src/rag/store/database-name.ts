/** Name of the database of usage examples below HOME. */
export const USAGE_DATABASE_NAME = "usage.db";
