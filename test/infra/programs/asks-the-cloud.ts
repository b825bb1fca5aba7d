/** A program that cannot be planned offline: it asks Azure for something nobody prepared. */
import { runtime } from "@pulumi/pulumi";

await runtime.invoke("azure-native:storage:listStorageAccountKeys", { accountName: "a" });
