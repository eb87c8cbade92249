import { testTalks } from "./playing.ts";

testTalks("en", "console");
