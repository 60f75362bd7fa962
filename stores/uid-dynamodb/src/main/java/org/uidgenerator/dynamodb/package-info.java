/** Worker ids from DynamoDB, on the AWS SDK for Java 2. */
@NullMarked
package org.uidgenerator.dynamodb;

import org.jspecify.annotations.NullMarked;
